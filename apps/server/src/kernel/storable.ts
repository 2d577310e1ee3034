/** A text as PostgreSQL keeps it and JSON carries it: without NUL, and no half of a character. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** JSON with every text in it storable, the names of its fields too. @throws SyntaxError */
export const parseStorable = (json: string): unknown =>
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isStorable = Object.keys(value).every((name) => storable(name) === name)
    return isStorable ? value : Object.fromEntries(Object.entries(value).map(([name, inside]) => [storable(name), inside]))
  })

/** The same of a value that JSON can carry. */
export const storableValue = (value: unknown): unknown => parseStorable(JSON.stringify(value ?? null))
