/** Returns a text that PostgreSQL and JSON can store: without NUL and unpaired surrogates. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Parses JSON and makes every text and field name storable. @throws SyntaxError */
export const parseStorable = (json: string): unknown =>
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isStorable = Object.keys(value).every((name) => storable(name) === name)
    return isStorable ? value : Object.fromEntries(Object.entries(value).map(([name, inside]) => [storable(name), inside]))
  })

/** Returns a value that JSON can represent, with every text and field name storable. */
export const storableValue = (value: unknown): unknown => parseStorable(JSON.stringify(value ?? null))
