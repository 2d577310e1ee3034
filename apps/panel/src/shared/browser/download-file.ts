/** Downloads the file at a URL without leaving the page. @param name file name; if empty, the name from the server is used */
export function downloadFromUrl(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

export function downloadContent(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  downloadFromUrl(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
