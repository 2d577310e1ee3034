/** Returns the path of a file that is still being written. After an interruption, the file stays there. */
export const getPartialFilePath = (path: string): string => `${path}.part`
