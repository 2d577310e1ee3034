/** Returns the path of a file while it is being written; an interrupted process leaves it behind. */
export const getPartialFilePath = (path: string): string => `${path}.part`
