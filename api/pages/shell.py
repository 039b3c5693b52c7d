"""The HTML that the server sends: a frame, which the modules fill by text only."""

from html import escape

from senki.api.answers import Header
from senki.api.pages.assets import assets
from senki.rules.visible import visible

HTML = b"text/html; charset=utf-8"
POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS: tuple[Header, ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)

PAGE = """<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="stylesheet" href="{style}">
<script type="module" src="{script}"></script>
{preloads}</head>
<body class="page-{page}"{data}>
<a class="skip" href="#main">本文へ</a>
<header class="top"><a class="brand" href="/">戦記</a><span class="where" id="where">{where}</span>\
<nav id="nav" aria-label="ページ"></nav></header>
<main id="main" tabindex="-1"><p class="quiet" id="loading">読み込んでいます……</p>
<noscript><p>このページは JavaScript で動きます。
記録そのものは API（<a href="/schema">説明</a>）からも読めます。</p></noscript>
</main>
<div class="unseen" id="live" role="status" aria-live="polite"></div>
</body>
</html>
"""


def page(name: str, where: str, needs: tuple[str, ...] = (), **data: str) -> bytes:
    """A page.

    Args:
        name: of the module that fills it.
        where: what it is about, in Japanese; anybody may have written it.
        needs: modules that it loads besides.
        data: what the module is told, as `data-` attributes.
    """
    it = assets()
    told = "".join(f' data-{key}="{escape(value)}"' for key, value in data.items())
    preloads = "".join(f'<link rel="modulepreload" href="{it.address(f"{need}.js")}">\n' for need in needs)
    return PAGE.format(
        title=escape(f"{visible(where)}｜戦記" if where else "戦記"),
        icon=it.address("senki.svg"),
        style=it.address("senki.css"),
        script=it.address(f"{name}.js"),
        preloads=preloads,
        page=name,
        data=told,
        where=escape(visible(where)),
    ).encode()
