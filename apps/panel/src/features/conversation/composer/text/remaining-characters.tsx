import { MESSAGE_MAX_CHARS } from '@prosa/contract/constants'
import { useDeferredValue } from 'react'
import { cx } from '../../../../shared/ui/cx.ts'

const formatCharacterCount = (count: number) => `${count.toLocaleString('pt-BR')} ${count === 1 ? 'caractere' : 'caracteres'}`

/**
 * Number of remaining characters of a message, shown near the limit. Screen readers announce only two thresholds: near the limit and above
 * it.
 */
export default function RemainingCharacters({ length }: { length: number }) {
  const remaining = MESSAGE_MAX_CHARS - length
  const text =
    remaining < 0
      ? `Encurte ${formatCharacterCount(-remaining)} para enviar: o limite é ${formatCharacterCount(MESSAGE_MAX_CHARS)}.`
      : `Restam ${formatCharacterCount(remaining)}`
  // The text is set after the first render, because a live region does not announce its initial content.
  const announcement = useDeferredValue(remaining < 0 ? 'Mensagem longa demais para enviar' : 'Mensagem perto do limite', '')
  return (
    <>
      <p id="composer-length" className={cx('pt-1 text-meta tabular', remaining < 0 ? 'text-roma' : 'text-ink-3')}>
        {remaining === 1 ? 'Resta 1 caractere' : text}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
