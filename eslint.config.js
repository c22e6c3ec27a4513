import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Settings are read once, in server/config/config.ts.",
};
const noSignal =
  "A browser that disconnects must not cancel a request to the operator: see docs/decisions/operations.md.";
const signal = [
  { selector: "MemberExpression[object.name=/^req(uest)?$/][property.name='signal']", message: noSignal },
  {
    selector: "VariableDeclarator[init.name=/^req(uest)?$/] > ObjectPattern > Property[key.name='signal']",
    message: noSignal,
  },
];

export default tseslint.config(
  { ignores: ["build/", "data/", "node_modules/", "test-results/", "playwright-report/", ".stryker-tmp/"] },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-syntax": ["error", environment, ...signal],
    },
  },
  {
    // Rules with type information, against forgotten `await`s.
    files: ["server.ts", "server/**/*.ts", "app/**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Event listeners may be async: their promise is not used.
    files: ["app/enhance/**"],
    rules: { "@typescript-eslint/no-misused-promises": "off" },
  },
  {
    files: ["server.ts", "server/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^(~/|(\\.{1,2}/)+app/)", message: "The server must not import from app/." }] },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^(\\.{1,2}/)+server(/|$)",
              allowTypeImports: true,
              message: "Import only types from the server; values come from the load context.",
            },
          ],
        },
      ],
    },
  },
  {
    // Reads the signal only to skip logging for aborted requests.
    files: ["app/entry.server.tsx"],
    rules: { "no-restricted-syntax": ["error", environment] },
  },
  {
    files: ["server.ts", "server/config/config.ts", "bin/**", "tests/**", "*.config.ts"],
    rules: { "no-restricted-syntax": ["error", ...signal], "no-console": "off" },
  },
  {
    // In a Playwright fixture `{}` means "needs no other fixture", and `use` is not React's.
    files: ["tests/**"],
    rules: { "no-empty-pattern": "off" },
  },
);
