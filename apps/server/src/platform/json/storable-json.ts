/** Returns a text that PostgreSQL and JSON can store: without NUL and unpaired surrogates. */
export const stripUnstorableCharacters = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Parses JSON and makes every text and field name storable. @throws SyntaxError */
export const parseStorableJson = (json: string): unknown =>
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return stripUnstorableCharacters(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isStorable = Object.keys(value).every((name) => stripUnstorableCharacters(name) === name)
    return isStorable
      ? value
      : Object.fromEntries(Object.entries(value).map(([name, inside]) => [stripUnstorableCharacters(name), inside]))
  })

/** Returns a value that JSON can represent, with every text and field name storable. */
export const toStorableJson = (value: unknown): unknown => parseStorableJson(JSON.stringify(value ?? null))
