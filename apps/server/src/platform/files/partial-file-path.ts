/** Returns the path under which a file is written until it is complete. An interrupted process leaves this partial file behind. */
export const getPartialFilePath = (path: string): string => `${path}.part`
