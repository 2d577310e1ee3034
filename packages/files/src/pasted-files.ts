/** Parts of a clipboard that are read. */
interface Clipboard {
  readonly files: ArrayLike<File>
  getData(type: string): string
}

/** Returns the last part of a path or of an address, as a file manager writes them. */
const nameOf = (line: string): string => {
  const name = line.trim().split(/[/\\]/).pop() ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Returns the files that a paste is meant to bring. Excel, Word and others copy a picture of the text beside the text: there the text is
 * meant. A file manager copies names beside its files: there the files are.
 */
export const filesPasted = (clipboard: Clipboard | null): File[] => {
  const files = Array.from(clipboard?.files ?? [])
  const lines = (clipboard?.getData('text/plain') ?? '').split(/[\r\n]/).filter((line) => line.trim() !== '')
  const names = new Set(files.map(({ name }) => name))
  return lines.every((line) => names.has(nameOf(line))) ? files : []
}
