import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Settings are read once, in server/config/config.ts.",
};
const abandoned = "The browser's leaving must never cancel what was sent: see README, Decisions.";
const signal = [
  { selector: "MemberExpression[object.name=/^req(uest)?$/][property.name='signal']", message: abandoned },
  {
    selector: "VariableDeclarator[init.name=/^req(uest)?$/] > ObjectPattern > Property[key.name='signal']",
    message: abandoned,
  },
];

export default tseslint.config(
  { ignores: ["build/", "data/", "node_modules/", "test-results/", "playwright-report/"] },
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
    // A forgotten `await` is how money operations go wrong: these rules know the types.
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
    // A listener of the browser may be async: nobody waits for it.
    files: ["app/enhance/**"],
    rules: { "@typescript-eslint/no-misused-promises": "off" },
  },
  {
    files: ["server.ts", "server/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^(~/|(\\.{1,2}/)+app/)", message: "The server knows nothing of the pages." }] },
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
              message: "Pages take only types from the server; its values arrive by context.",
            },
          ],
        },
      ],
    },
  },
  {
    // Here it is only read, to keep quiet about a browser that left.
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
