import { getPastedFiles } from '@prosa/files/pasted-files'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Handles files that are pasted into the text field or dropped on the conversation. Returns whether files are being dragged over the
 * conversation.
 */
export function usePastedAndDroppedFiles(
  inputRef: RefObject<HTMLElement | null>,
  isOff: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isDragOver, setDragOver] = useState(false)
  const onTransfer = useEffectEvent((event: Event, files: File[]) => {
    if (files.length === 0) return
    event.preventDefault()
    setDragOver(false)
    if (!isOff) onFiles(files)
  })
  useEffect(() => {
    const form = inputRef.current?.closest('form')
    const pane = form?.parentElement
    if (!form || !pane) return
    const abortController = new AbortController()
    const { signal } = abortController
    form.addEventListener('paste', (event) => onTransfer(event, getPastedFiles(event.clipboardData)), { signal })
    pane.addEventListener('drop', (event) => onTransfer(event, [...(event.dataTransfer?.files ?? [])]), { signal })
    pane.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setDragOver(true)
      },
      { signal },
    )
    pane.addEventListener(
      'dragleave',
      (event) => {
        if (!(event.relatedTarget instanceof Node && pane.contains(event.relatedTarget))) setDragOver(false)
      },
      { signal },
    )
    return () => abortController.abort()
  }, [inputRef])
  return isDragOver && !isOff
}
