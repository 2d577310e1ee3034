/**
 * Creates a parser that returns only the named query parameters of a URL, as strings. Converts numbers back to strings, because the router
 * parses digits as numbers.
 */
export const createSearchParamParser =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [N in Name]?: string } => {
    const presentNames = names.filter((name) => typeof search[name] === 'string' || typeof search[name] === 'number')
    return Object.fromEntries(presentNames.map((name) => [name, String(search[name])])) as { [N in Name]?: string }
  }
