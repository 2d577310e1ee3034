/** Returns a LIKE pattern for 'contains this text', with wildcards in the text escaped. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
