/** Takes the named texts out of an address and leaves the rest; what looks like a number arrived as one. */
export const textSearch =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [N in Name]?: string } => {
    const given = names.filter((name) => typeof search[name] === 'string' || typeof search[name] === 'number')
    return Object.fromEntries(given.map((name) => [name, String(search[name])])) as { [N in Name]?: string }
  }
