import type { Message } from '@prosa/contract/entities/conversations/message'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'

const STATE_LABELS: Readonly<Record<string, string>> = {
  reading: 'Lendo o arquivo…',
  failed: 'Não foi possível ler este arquivo.',
}

/** One-line summary of a file that the lead sent, below the file. Shows nothing for an unknown state. */
export function FileSummaryLine({ summary: { state, line } }: { summary: NonNullable<Message['file_line']> }) {
  if (state === 'done' && line)
    return (
      <p dir="auto" className="wrap-anywhere w-72 max-w-full text-ink-2 text-meta">
        <span className="sr-only">Sobre o arquivo: </span>
        {stripBidiControls(line)}
      </p>
    )
  return STATE_LABELS[state] ? <p className="text-ink-3 text-meta">{STATE_LABELS[state]}</p> : null
}
