/** Has the browser save what lies at an address, without leaving the page. @param name what it is called; without one, as its server says */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Hands a file to the browser. */
export function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  saveFrom(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
