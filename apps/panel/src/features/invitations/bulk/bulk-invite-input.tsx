import { type DragEvent, useId, useState } from 'react'
import { readFileAsText } from '../../../shared/browser/read-file-as-text.ts'
import { cx } from '../../../shared/ui/cx.ts'
import { FileButton } from '../../../shared/ui/file-inputs/file-button.tsx'

const MAX_FILE_BYTES = 1_000_000
const EXAMPLE = 'email,papel\nana@empresa.com.br,admin\nbento@empresa.com.br,operator'

interface BulkInviteInputProps {
  text: string
  onChange: (text: string) => void
}

/** Text field for a list of users to invite. The list can be typed, pasted, dropped as a file, or read from a chosen file. */
export function BulkInviteInput({ text, onChange }: BulkInviteInputProps) {
  const id = useId()
  const [isDragOver, setDragOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const readFile = async (file: File) => {
    setProblem(file.size > MAX_FILE_BYTES ? 'Este arquivo é grande demais para uma lista de convites (máximo 1 MB).' : null)
    if (file.size <= MAX_FILE_BYTES) onChange(await readFileAsText(file))
  }
  const onDrop = (event: DragEvent) => {
    setDragOver(false)
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    void readFile(file)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-ui">
        Lista em CSV
      </label>
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={onDrop}
        className={cx('rounded-control border border-dashed p-2', isDragOver ? 'border-primary bg-hover' : 'border-control')}
      >
        <textarea
          id={id}
          rows={6}
          value={text}
          spellCheck={false}
          placeholder={EXAMPLE}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.target.value)}
          className="block w-full resize-y rounded-control bg-surface px-2 py-1 text-ink text-ui tabular placeholder:text-ink-3 coarse:text-[1rem]"
        />
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <FileButton label="Arquivo CSV" accept=".csv,.txt,text/csv,text/plain" onFile={(file) => void readFile(file)}>
            Escolher arquivo
          </FileButton>
          <span className="text-ink-3 text-meta">ou solte um arquivo .csv aqui</span>
        </div>
      </div>
      {problem && (
        <p role="alert" className="text-meta text-roma">
          {problem}
        </p>
      )}
      <p id={`${id}-help`} className="text-ink-3 text-meta">
        Uma pessoa por linha: e-mail e, se quiser, papel (staff, admin, operator) e domínio, separados por vírgula, ponto e
        vírgula ou tabulação. Sem papel, vale staff.
      </p>
    </div>
  )
}
