import { shown } from '../cache/shown-text.ts'
import { MessageText } from './message-text.tsx'

interface ChoicesProps {
  question: string
  options: readonly { title: string; description?: string | null | undefined }[]
}

/** Sent question with its choices. They are not clickable, because only the lead can choose. */
export function ShownChoices({ question, options }: ChoicesProps) {
  return (
    <>
      <MessageText content={question} meta={null} />
      <ul aria-label="Opções" className="flex flex-col gap-1">
        {options.map(({ title, description }, at) => (
          <li key={at} className="wrap-anywhere rounded-control border border-control px-3 py-1.5 text-ui">
            {shown(title)}
            {description && <span className="block text-ink-3 text-meta">{shown(description)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
