import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'
import { MessageText } from './message-text.tsx'

interface ChoicesQuestionProps {
  question: string
  options: readonly { title: string; description?: string | null | undefined }[]
}

/** Sent question with its choices. The choices are not clickable, because only the lead can choose. */
export function ChoicesQuestion({ question, options }: ChoicesQuestionProps) {
  return (
    <>
      <MessageText content={question} meta={null} />
      <ul aria-label="Opções" className="flex flex-col gap-1">
        {options.map(({ title, description }, index) => (
          <li key={index} className="wrap-anywhere rounded-control border border-control px-3 py-1.5 text-ui">
            {stripBidiControls(title)}
            {description && <span className="block text-ink-3 text-meta">{stripBidiControls(description)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
