import type { TemplateText } from '@prosa/contract/entities/whatsapp/channel'
import type { ReactNode } from 'react'
import { FilledTemplateText } from './filled-template-text.tsx'

interface TemplateBubbleProps {
  header?: TemplateText | null | undefined
  /** Header content other than text: a file or a location. */
  file?: ReactNode
  body: TemplateText
  footer?: string | null | undefined
  buttons: readonly string[]
  values: { header: readonly string[]; body: readonly string[] }
}

/** Preview of a message template as the lead will see it. */
export function TemplateBubble({ header, file, body, footer, buttons, values }: TemplateBubbleProps) {
  return (
    <section
      aria-label="Prévia da mensagem"
      className="rounded-card rounded-br-speaker bg-bubble-manual px-3.5 py-2 text-message"
    >
      {file && <div className="mb-1.5">{file}</div>}
      {header && (
        <p className="wrap-anywhere mb-1 font-semibold">
          <FilledTemplateText text={header} values={values.header} part="header" />
        </p>
      )}
      <p className="wrap-anywhere whitespace-pre-wrap">
        <FilledTemplateText text={body} values={values.body} part="body" />
      </p>
      {footer && <p className="wrap-anywhere mt-1 text-ink-3 text-meta">{footer}</p>}
      {buttons.length > 0 && (
        <ul aria-label="Botões" className="mt-2 flex flex-wrap gap-1.5">
          {buttons.map((text, index) => (
            <li key={index} className="wrap-anywhere rounded-control border border-control px-2 py-0.5 text-meta">
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
