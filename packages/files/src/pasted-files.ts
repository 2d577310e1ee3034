/** Members of DataTransfer that are used. */
interface PastedData {
  readonly files: ArrayLike<File>
  getData(type: string): string
}

/** Returns the filename at the end of a path or file URL. */
const getFilename = (line: string): string => {
  const name = line.trim().split(/[/\\]/).pop() ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Returns the pasted files, or an empty list if the user meant to paste text. Excel and Word copy a picture beside the text; a file manager
 * copies the names of its files as text. So files are returned only if every line of text is the name of one.
 */
export const getPastedFiles = (clipboard: PastedData | null): File[] => {
  const files = Array.from(clipboard?.files ?? [])
  const lines = (clipboard?.getData('text/plain') ?? '').split(/[\r\n]/).filter((line) => line.trim() !== '')
  const names = new Set(files.map(({ name }) => name))
  return lines.every((line) => names.has(getFilename(line))) ? files : []
}
