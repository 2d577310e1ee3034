/** A text as PostgreSQL keeps it and JSON carries it: without NUL, and no half of a character. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** JSON with every text in it storable. @throws SyntaxError */
export const parseStorable = (json: string): unknown =>
  JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))
