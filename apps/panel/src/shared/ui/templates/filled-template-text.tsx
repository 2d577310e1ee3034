import type { TemplateText } from '@prosa/contract/entities/whatsapp/channel'
import { splitTemplateText } from './template-labels.ts'

interface FilledTemplateTextProps {
  text: TemplateText
  values?: readonly string[]
  part: 'header' | 'body'
}

/** Text of a message template with its values inserted. An empty placeholder is shown by its label, in another style. */
export function FilledTemplateText({ text, values = [], part }: FilledTemplateTextProps) {
  return splitTemplateText(text, values, part).map((piece, index) =>
    piece.isEmpty ? (
      <span key={index} className="rounded-[4px] border border-control border-dashed px-1 text-ink-2 text-meta">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  )
}
