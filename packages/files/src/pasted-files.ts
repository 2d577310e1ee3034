/** Members of DataTransfer that getPastedFiles uses. */
interface PastedData {
  readonly files: ArrayLike<File>
  getData(type: string): string
}

/** Returns the filename at the end of a file path or file URL. */
const getFilename = (line: string): string => {
  const name = line.trim().split(/[/\\]/).pop() ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Returns the pasted files, or an empty list if the user meant to paste text. Excel and Word copy an image beside the text, and file
 * managers copy the names of the files as text. Therefore files are returned only if every line of the pasted text is the name of one of
 * them.
 */
export const getPastedFiles = (clipboard: PastedData | null): File[] => {
  const files = Array.from(clipboard?.files ?? [])
  const lines = (clipboard?.getData('text/plain') ?? '').split(/[\r\n]/).filter((line) => line.trim() !== '')
  const names = new Set(files.map(({ name }) => name))
  return lines.every((line) => names.has(getFilename(line))) ? files : []
}
