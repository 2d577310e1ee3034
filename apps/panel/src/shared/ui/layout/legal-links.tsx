import { PATHS } from '../../config/paths.ts'
import { cx } from '../cx.ts'

const LINK_CLASS = 'inline-flex min-h-6 coarse:min-h-11 items-center underline underline-offset-2 hover:text-ink'

/** Links to the terms and the privacy policy. They open in a new tab, so that a form keeps its input. */
export function LegalLinks({ className }: { className?: string }) {
  return (
    <footer className={cx('flex flex-wrap gap-x-5 text-ink-2 text-meta', className)}>
      <a href={PATHS.privacy} target="_blank" rel="noopener" className={LINK_CLASS}>
        Política de Privacidade
      </a>
      <a href={PATHS.terms} target="_blank" rel="noopener" className={LINK_CLASS}>
        Termos de Serviço
      </a>
    </footer>
  )
}
