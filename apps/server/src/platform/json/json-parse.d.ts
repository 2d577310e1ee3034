/** Declares the result of JSON.parse as `unknown` instead of `any`, so that it must be parsed with a schema. */
interface JSON {
  // oxlint-disable-next-line typescript/method-signature-style: this adds an overload to TypeScript's own method
  parse(text: string, reviver?: (key: string, value: unknown) => unknown): unknown
}
