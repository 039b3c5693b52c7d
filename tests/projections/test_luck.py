"""The ledger of luck: tests of chance against values from tables and by hand, and words that accuse nobody."""

import pytest

from senki.projections.luck import chi_tail, counted, expected, holm, simulated, verdict


def test_expectation_of_two_dice():
    mean, sd = expected(2, 6)
    assert mean == 7
    assert sd**2 == pytest.approx(35 / 6)


@pytest.mark.parametrize(("value", "degrees"), [(3.841, 1), (5.991, 2), (9.488, 4), (11.070, 5), (16.919, 9)])
def test_the_curve_has_the_five_percent_points_of_the_tables(value: float, degrees: int):
    assert chi_tail(value, degrees) == pytest.approx(0.05, abs=1e-4)


def test_few_dice_are_counted():
    """Two dice show one face twice in 6 of 36 ways; two different faces are as even as can be."""
    assert counted((2, 0, 0, 0, 0, 0)) == pytest.approx(1 / 6)
    assert counted((1, 1, 0, 0, 0, 0)) == 1
    # three alike: 6 of 216
    assert counted((0, 3, 0, 0, 0, 0)) == pytest.approx(6 / 216)


def test_a_simulated_value_is_near_the_counted_one_and_never_nothing():
    assert simulated((3, 0, 0, 0, 0, 0), "s") == pytest.approx(6 / 216, abs=0.015)
    assert simulated((60, 0, 0, 0, 0, 0), "s") > 0


def test_several_tests_are_counted():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_no_verdict_accuses():
    assert "偏っているとは言えません" in verdict(60, 6, 0.4, 3)
    assert "多くは分かりません" in verdict(8, 6, 0.4, 1)
    odd = verdict(60, 6, 0.01, 3)
    assert "100回に1回" in odd
    assert "偶然でないとは言い切れません" in odd
    assert "3組" in odd
