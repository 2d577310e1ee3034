import { FILE_HEADERS, type FileHeader } from '@prosa/contract/entities/template'
import type { HeaderKind } from '@prosa/contract/rules/template-draft'
import { TEMPLATE } from '@prosa/contract/rules/template-problems'
import { placesOf } from '@prosa/contract/rules/template-text'
import { Length } from '../../../shared/ui/length.tsx'
import { PickFile } from '../../../shared/ui/pick-file.tsx'
import { Select } from '../../../shared/ui/select.tsx'
import { TextField } from '../../../shared/ui/text-field.tsx'
import type { Editing } from './editing.ts'

const KINDS: Readonly<Record<'none' | HeaderKind, string>> = {
  none: 'Sem cabeçalho',
  text: 'Texto',
  image: 'Foto',
  video: 'Vídeo',
  document: 'Documento',
  location: 'Local no mapa',
}
const EXAMPLES: Readonly<Record<FileHeader, string>> = {
  image: 'Foto de exemplo',
  video: 'Vídeo de exemplo',
  document: 'Documento de exemplo',
}

const fileKind = (kind: string | undefined): FileHeader | null => FILE_HEADERS.find((one) => one === kind) ?? null

/** Fields for the header: none, text, or a file or location that is chosen for each sent message. */
export function HeaderFields({ editing: { draft, change, file, pick, errorOf } }: { editing: Editing }) {
  const { header } = draft
  const kind = fileKind(header?.kind)
  const [place] = header?.kind === 'text' ? placesOf(header.text ?? '') : []
  const choose = (value: string) => {
    pick(null)
    const chosen = value === 'location' ? value : fileKind(value)
    change({ header: value === 'text' ? { kind: 'text', text: '', example: '' } : chosen && { kind: chosen } })
  }
  return (
    <>
      <Select
        name="header.kind"
        label="Cabeçalho"
        options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        value={header?.kind ?? 'none'}
        onChange={({ target }) => choose(target.value)}
        description={header?.kind === 'location' ? 'O lugar é escolhido a cada envio.' : undefined}
      />
      {header?.kind === 'text' && (
        <TextField
          name="header.text"
          label="Texto do cabeçalho"
          autoComplete="off"
          value={header.text ?? ''}
          onChange={({ target }) => change({ header: { ...header, text: target.value } })}
          description={<Length of={header.text?.length ?? 0} most={TEMPLATE.header} />}
          error={errorOf('header.text')}
          required
        />
      )}
      {header?.kind === 'text' && place !== undefined && (
        <TextField
          name="header.example"
          label={`Exemplo de {{${place}}} no cabeçalho`}
          autoComplete="off"
          value={header.example ?? ''}
          onChange={({ target }) => change({ header: { ...header, example: target.value } })}
          error={errorOf('header.example')}
          required
        />
      )}
      {kind && (
        <PickFile
          key={kind}
          kind={kind}
          name="header.file_id"
          label={EXAMPLES[kind]}
          picked={file}
          description="Só a Meta vê, para a análise. O arquivo de verdade é escolhido a cada envio."
          error={errorOf('header.file_id')}
          onPick={pick}
        />
      )}
    </>
  )
}
