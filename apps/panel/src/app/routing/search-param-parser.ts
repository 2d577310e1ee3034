/**
 * Creates a parser that returns the named query parameters of a URL as strings and drops all others. The router parses digits as numbers,
 * so numbers are converted back.
 */
export const createSearchParamParser =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [N in Name]?: string } => {
    const presentNames = names.filter((name) => typeof search[name] === 'string' || typeof search[name] === 'number')
    return Object.fromEntries(presentNames.map((name) => [name, String(search[name])])) as { [N in Name]?: string }
  }
