/** Where a file lies while its bytes come in; a process that ends meanwhile leaves it there. */
export const partOf = (path: string): string => `${path}.part`
