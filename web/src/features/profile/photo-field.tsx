import { call, formCall } from '@dictara/browser/call'
import { type Profile, profileCalls } from '@dictara/contract/profile'
import { App, Button, Flex } from 'antd'
import { type ComponentProps, type DragEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Face } from '../../ui/face.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { CropDialog } from './crop-dialog.tsx'
import { keepOfUser, profileKey } from './profile-queries.ts'
import { readPicture } from './read-picture.ts'

const isFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** It disappears with the photo, so the focus moves to where another one is chosen. */
function RemoveButton({ next, ...props }: ComponentProps<typeof Button> & { next: RefObject<HTMLElement | null> }) {
  useFocusBack(next)
  return (
    <Button danger {...props}>
      Remove photo
    </Button>
  )
}

/** The photo of a person: chosen, dropped or pasted, cropped and sent; or removed (PROF-07, PROF-08). */
export function PhotoField({ profile: { id, fullName, profilePic } }: { profile: Profile }) {
  const { notification } = App.useApp()
  const act = useAction({ refreshes: profileKey })
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [isOver, setOver] = useState(false)

  const tell = (message: string) =>
    notification.error({
      title: 'Update Failed',
      description: (
        <>
          <div>Unable to update Profile Picture</div>
          <div>{message}</div>
        </>
      ),
    })
  async function take(file: Blob | null | undefined) {
    if (!file) return
    const read = await readPicture(file)
    if (typeof read === 'string') return void tell(read)
    setPicture(read)
  }
  function close() {
    picture?.close()
    setPicture(undefined)
  }
  async function send(photo: Blob) {
    const form = new FormData()
    form.set('multipartFile', photo, 'photo.jpg')
    const answer = await act.run(() => formCall(profileCalls.uploadPhoto, { query: { userId: id } }, form), {
      success: 'Update Success',
      onRefused: ({ message }) => tell(message),
    })
    if (!answer) return
    keepOfUser({ profilePic: answer.result[0]! })
    close()
  }
  async function remove() {
    const answer = await act.run(() => call(profileCalls.deletePhoto, { query: { userId: id } }), {
      confirm: {
        title: 'Remove your photo?',
        content: 'Your initials will be shown instead.',
        okText: 'Remove',
        isDanger: true,
      },
    })
    if (answer) keepOfUser({ profilePic: null })
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file || picture) return
    event.preventDefault()
    void take(file)
  })
  useEffect(() => {
    const hear = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', hear)
    return () => document.removeEventListener('paste', hear)
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped has a button beside it
    <section
      className={isOver ? 'photo-field is-over' : 'photo-field'}
      aria-label="Photo"
      onDragOver={(event) => {
        if (!isFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!isFile(event)) return
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      <Face name={fullName} photo={profilePic} size={72} />
      <div>
        <Flex gap="small" wrap>
          <Button ref={choose} disabled={act.isBusy} onClick={() => input.current?.click()}>
            {profilePic ? 'Change photo' : 'Add photo'}
          </Button>
          {profilePic && <RemoveButton next={choose} disabled={act.isBusy} onClick={() => void remove()} />}
        </Flex>
        <p>Choose one, drop it here or paste it: .png or .jpeg, at least 150px by 150px.</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Picture of you"
          accept=".png,.jpg,.jpeg,image/png,image/jpeg"
          onChange={({ target }) => {
            void take(target.files?.[0])
            // Allows choosing the same file again.
            target.value = ''
          }}
        />
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          back={choose}
          isSending={act.isBusy}
          onUse={(photo) => void send(photo)}
          onClose={close}
        />
      )}
    </section>
  )
}
