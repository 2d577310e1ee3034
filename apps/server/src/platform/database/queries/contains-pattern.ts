/** Returns a LIKE pattern for texts that contain `text`. Escapes wildcards in `text`. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
