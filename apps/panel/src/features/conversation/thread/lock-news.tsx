import type { ComposerLock } from '@prosa/contract/rules/composer-window'
import { useDeferredValue, useState } from 'react'

/** Tells a screen reader that the composer is shut, and when it opens again while the conversation is on the screen. */
export function LockNews({ lock }: { lock: ComposerLock }) {
  const [wasLocked, setWasLocked] = useState(false)
  if (lock && !wasLocked) setWasLocked(true)
  const closed =
    lock?.reason === 'no-lead-message' ? 'Envio fechado: falta a primeira mensagem do lead.' : 'Envio fechado: a janela terminou.'
  const news = lock ? closed : wasLocked ? 'Envio aberto: já se pode escrever.' : ''
  // What stands in a region from its beginning is not read out.
  const said = useDeferredValue(news, '')
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
