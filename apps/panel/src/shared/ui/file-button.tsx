import FileUp from 'lucide-react/icons/file-up'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

interface FileButtonProps {
  /** What the button says. */
  children: ReactNode
  /** What the browser's own control is called, which has no other name. */
  label: string
  /** Endings or types that the system's dialog offers. */
  accept?: string | undefined
  /** Names the button, for whoever looks for what is wrong. */
  name?: string
  describedBy?: string | undefined
  isWrong?: boolean
  isBusy?: boolean
  onFile: (file: File) => void
}

/** Opens the system's dialog for one file. */
export function FileButton({ children, label, accept, name, describedBy, isWrong, isBusy, onFile }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button name={name} aria-describedby={describedBy} onClick={() => picker.current?.click()}>
        {isBusy ? <Spinner className="size-4" /> : <FileUp aria-hidden="true" className="size-4" />}
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={label}
        aria-invalid={isWrong}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          // The same file, mended meanwhile, may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
