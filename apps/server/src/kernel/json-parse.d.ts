/** What JSON brings is known once a schema has parsed it. TypeScript's own `any` would let it pass for anything. */
interface JSON {
  // oxlint-disable-next-line typescript/method-signature-style: this adds an overload to TypeScript's own method
  parse(text: string, reviver?: (key: string, value: unknown) => unknown): unknown
}
