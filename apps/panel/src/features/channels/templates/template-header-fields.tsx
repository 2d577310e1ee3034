import { FILE_HEADER_FORMATS, type FileHeaderFormat } from '@prosa/contract/entities/whatsapp/template'
import type { TemplateHeaderKind } from '@prosa/contract/rules/whatsapp/template-draft'
import { TEMPLATE_LIMITS } from '@prosa/contract/rules/whatsapp/template-problems'
import { extractPlaceholders } from '@prosa/contract/rules/whatsapp/template-text'
import { FilePicker } from '../../../shared/ui/file-inputs/file-picker.tsx'
import { LengthCounter } from '../../../shared/ui/inputs/length-counter.tsx'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import type { TemplateEditorState } from './use-template-editor.ts'

const HEADER_KIND_LABELS: Readonly<Record<'none' | TemplateHeaderKind, string>> = {
  none: 'Sem cabeçalho',
  text: 'Texto',
  image: 'Foto',
  video: 'Vídeo',
  document: 'Documento',
  location: 'Local no mapa',
}
const EXAMPLE_LABELS: Readonly<Record<FileHeaderFormat, string>> = {
  image: 'Foto de exemplo',
  video: 'Vídeo de exemplo',
  document: 'Documento de exemplo',
}

const toFileHeader = (kind: string | undefined): FileHeaderFormat | null =>
  FILE_HEADER_FORMATS.find((format) => format === kind) ?? null

/** Fields for a template's header: none, a text, or a file or location that is chosen for each message. */
export function TemplateHeaderFields({ editor: { draft, change, file, setFile, getError } }: { editor: TemplateEditorState }) {
  const { header } = draft
  const kind = toFileHeader(header?.kind)
  const [placeholder] = header?.kind === 'text' ? extractPlaceholders(header.text ?? '') : []
  const changeKind = (value: string) => {
    setFile(null)
    const newKind = value === 'location' ? value : toFileHeader(value)
    change({ header: value === 'text' ? { kind: 'text', text: '', example: '' } : newKind && { kind: newKind } })
  }
  return (
    <>
      <Select
        name="header.kind"
        label="Cabeçalho"
        options={Object.entries(HEADER_KIND_LABELS).map(([value, label]) => ({ value, label }))}
        value={header?.kind ?? 'none'}
        onChange={({ target }) => changeKind(target.value)}
        description={header?.kind === 'location' ? 'O lugar é escolhido a cada envio.' : undefined}
      />
      {header?.kind === 'text' && (
        <TextField
          name="header.text"
          label="Texto do cabeçalho"
          autoComplete="off"
          value={header.text ?? ''}
          onChange={({ target }) => change({ header: { ...header, text: target.value } })}
          description={<LengthCounter length={header.text?.length ?? 0} max={TEMPLATE_LIMITS.header} />}
          error={getError('header.text')}
          required
        />
      )}
      {header?.kind === 'text' && placeholder !== undefined && (
        <TextField
          name="header.example"
          label={`Exemplo de {{${placeholder}}} no cabeçalho`}
          autoComplete="off"
          value={header.example ?? ''}
          onChange={({ target }) => change({ header: { ...header, example: target.value } })}
          error={getError('header.example')}
          required
        />
      )}
      {kind && (
        <FilePicker
          key={kind}
          kind={kind}
          name="header.file_id"
          label={EXAMPLE_LABELS[kind]}
          pickedFile={file}
          description="Só a Meta vê, para a análise. O arquivo de verdade é escolhido a cada envio."
          error={getError('header.file_id')}
          onPick={setFile}
        />
      )}
    </>
  )
}
