/** So much of a message is shown where another stands for it: in the list, and in what answers it. */
export const PREVIEW_CHARS = 140
