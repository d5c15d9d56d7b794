// Rules for the pages of `mechfmu show` and their tests.
import js from "@eslint/js";
import globals from "globals";

const rules = {
	...js.configs.recommended.rules,
	eqeqeq: "error",
	"no-shadow": "error",
	"no-var": "error",
	"prefer-const": "error",
	curly: "error",
	"max-lines": ["error", 520],
};

export default [
	{files: ["**/page/*.js"], languageOptions: {globals: globals.browser}, rules},
	{files: ["**/tests/show/*.mjs"], languageOptions: {globals: globals.node}, rules},
];
