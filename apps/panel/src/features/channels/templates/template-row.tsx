import type { WhatsappTemplate } from '@prosa/contract/entities/whatsapp/template'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import type { ReactNode } from 'react'
import { cx } from '../../../shared/ui/cx.ts'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { FilledTemplateText } from '../../../shared/ui/templates/filled-template-text.tsx'
import { formatTemplateKind, formatTemplateTitle } from '../../../shared/ui/templates/template-labels.ts'
import {
  formatCategoryChange,
  getQualityLabel,
  getTemplateBodyText,
  getTemplateProblem,
  getTemplateState,
} from './template-state.ts'

interface TemplateRowProps {
  template: WhatsappTemplate
  /** Current server time in milliseconds since the epoch. */
  now: number
  children?: ReactNode
}

/** Row of a message template, with its text and its state at Meta. */
export function TemplateRow({ template, now, children }: TemplateRowProps) {
  const state = getTemplateState(template, now)
  const problem = getTemplateProblem(template)
  const categoryChange = formatCategoryChange(template, now)
  const body = getTemplateBodyText(template)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 border-line border-t py-3.5 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-ui">
          <span className="wrap-anywhere min-w-0">{formatTemplateTitle(template)}</span>
          {template.status !== 'REJECTED' && <Badge tone={state.tone}>{state.label}</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-3 text-meta">
          {[formatTemplateKind(template), getQualityLabel(template)].filter(Boolean).join(' · ')}
        </p>
        {problem && (
          <p className={cx('wrap-anywhere mt-1 text-ui', state.tone === 'error' ? 'text-roma' : 'text-ipe')}>{problem}</p>
        )}
        {categoryChange && <p className="wrap-anywhere mt-1 text-ipe text-ui">{categoryChange}</p>}
        <p className="wrap-anywhere mt-1 line-clamp-2 text-ink-2 text-ui">
          <FilledTemplateText text={{ text: body, places: extractPlaceholders(body) }} part="body" />
        </p>
      </div>
      {children}
    </li>
  )
}
