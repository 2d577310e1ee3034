/** Returns a LIKE pattern for 'contains this text', with wildcards in the text escaped. */
export const toContainsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
