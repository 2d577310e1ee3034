import type { TemplateText } from '@prosa/contract/entities/channel'
import { pieces } from '../lib/template-words.ts'

interface FilledProps {
  text: TemplateText
  values?: readonly string[]
  part: 'header' | 'body'
}

/** A template's text as it will be read; what is still to be filled stands apart by its label. */
export function Filled({ text, values = [], part }: FilledProps) {
  return pieces(text, values, part).map((piece, at) =>
    piece.isEmpty ? (
      <span key={at} className="rounded-[4px] border border-control border-dashed px-1 text-ink-2 text-meta">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
}
