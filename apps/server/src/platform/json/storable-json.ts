/** Removes NUL and unpaired surrogates, which PostgreSQL cannot store, from a text. */
export const stripUnstorableCharacters = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Parses JSON, and removes characters that PostgreSQL cannot store from texts and field names. @throws SyntaxError */
export const parseStorableJson = (json: string): unknown =>
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return stripUnstorableCharacters(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const isStorable = Object.keys(value).every((name) => stripUnstorableCharacters(name) === name)
    return isStorable
      ? value
      : Object.fromEntries(Object.entries(value).map(([name, child]) => [stripUnstorableCharacters(name), child]))
  })

/** Converts a value to plain JSON data, without characters that PostgreSQL cannot store. Returns null for undefined. */
export const toStorableJson = (value: unknown): unknown => parseStorableJson(JSON.stringify(value ?? null))
