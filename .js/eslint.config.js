// How the JavaScript of the pages is linted: everything that eslint recommends, and what keeps it strict.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-depth": ["error", 4],
      "max-len": ["error", { code: 120 }],
      "no-console": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-irregular-whitespace": ["error", { skipTemplates: true, skipStrings: true }], // Japanese is spaced with U+3000
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-concat": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
      radix: "error",
    },
  },
  {
    files: ["**/extracted/*.js"], // one program in one scope, which tests run in node too
    languageOptions: { globals: { module: "readonly" } },
    rules: { "no-shadow": "off", "prefer-template": "off" },
  },
];
