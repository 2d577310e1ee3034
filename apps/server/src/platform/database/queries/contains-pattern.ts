/** Returns a LIKE pattern that matches all texts containing `text`. Wildcards in `text` are escaped. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
