/** Downloads the file at an address without leaving the page. @param name file name; if empty, the server's name is used */
export function downloadFromUrl(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Downloads a file with this content. */
export function downloadContent(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  downloadFromUrl(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
