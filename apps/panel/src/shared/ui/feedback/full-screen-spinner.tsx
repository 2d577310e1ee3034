import { Spinner } from './spinner.tsx'

/** Loading indicator that fills the page until the session is verified. */
export function FullScreenSpinner({ text }: { text?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center content-center gap-3 text-ink-3">
      <Spinner className="size-7 text-primary" />
      <span className={text ? '' : 'sr-only'}>{text ?? 'Carregando...'}</span>
    </div>
  )
}
