import FileUp from 'lucide-react/icons/file-up'
import { type ReactNode, useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { Spinner } from '../feedback/spinner.tsx'

interface FileButtonProps {
  /** Text of the button. */
  children: ReactNode
  /** Accessible name of the hidden file input. */
  label: string
  /** File extensions or MIME types that the file dialog offers. */
  accept?: string | undefined
  /** Name of the button. Forms use the name to focus the field that has an error. */
  name?: string
  describedBy?: string | undefined
  isInvalid?: boolean
  isBusy?: boolean
  onFile: (file: File) => void
}

/** Button that opens the system's file dialog for one file. */
export function FileButton({ children, label, accept, name, describedBy, isInvalid, isBusy, onFile }: FileButtonProps) {
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
        aria-invalid={isInvalid}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          // Clears the input, so that the user can choose the same file again after changing it.
          target.value = ''
        }}
      />
    </>
  )
}
