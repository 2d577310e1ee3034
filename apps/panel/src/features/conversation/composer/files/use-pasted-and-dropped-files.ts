import { getPastedFiles } from '@prosa/files/pasted-files'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Handles files that are pasted into the text field or dropped on the conversation. Returns whether files are being dragged over the
 * conversation.
 */
export function usePastedAndDroppedFiles(
  within: RefObject<HTMLElement | null>,
  isOff: boolean,
  take: (files: File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const onGiven = useEffectEvent((event: Event, files: File[]) => {
    if (files.length === 0) return
    event.preventDefault()
    setOver(false)
    if (!isOff) take(files)
  })
  useEffect(() => {
    const form = within.current?.closest('form')
    const pane = form?.parentElement
    if (!form || !pane) return
    const end = new AbortController()
    const { signal } = end
    form.addEventListener('paste', (event) => onGiven(event, getPastedFiles(event.clipboardData)), { signal })
    pane.addEventListener('drop', (event) => onGiven(event, [...(event.dataTransfer?.files ?? [])]), { signal })
    pane.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    pane.addEventListener(
      'dragleave',
      (event) => {
        if (!(event.relatedTarget instanceof Node && pane.contains(event.relatedTarget))) setOver(false)
      },
      { signal },
    )
    return () => end.abort()
  }, [within])
  return isOver && !isOff
}
