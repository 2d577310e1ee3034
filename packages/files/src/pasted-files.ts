/** Subset of the browser's DataTransfer interface that getPastedFiles reads. */
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
 * Returns the pasted files, or an empty list if the clipboard contains other text. Excel and Word copy an image beside the text; in that
 * case only the text must be pasted. File managers copy filenames as text; such text does not count.
 */
export const getPastedFiles = (clipboard: PastedData | null): File[] => {
  const files = Array.from(clipboard?.files ?? [])
  const lines = (clipboard?.getData('text/plain') ?? '').split(/[\r\n]/).filter((line) => line.trim() !== '')
  const names = new Set(files.map(({ name }) => name))
  return lines.every((line) => names.has(getFilename(line))) ? files : []
}
