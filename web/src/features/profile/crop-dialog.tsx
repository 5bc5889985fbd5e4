import { photoLeastPixels } from '@dictara/contract/fields'
import { Modal, Slider } from 'antd'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { whileSending } from '../../ui/use-question.ts'
import { moved, type Square, wholeOf, zoomed } from './crop.ts'

const shownPixels = 264
/** Side of the sent picture in pixels: twice the largest size shown. */
const sentPixels = 640
const quality = 0.92

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Square) {
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  // Transparent parts of a png become white, as on the server.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a new file, without the metadata of the original. */
function fileOf(picture: ImageBitmap, square: Square): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.round(Math.min(square.side, sentPixels))
  draw(canvas, picture, square)
  return new Promise((resolve, fail) =>
    canvas.toBlob((file) => (file ? resolve(file) : fail(new Error('no picture was made'))), 'image/jpeg', quality),
  )
}

/** Distance of an arrow key, as a share of the square's side. */
const step = 0.04
const ways: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
}

interface CropDialogProps {
  picture: ImageBitmap
  /** Gets the focus back afterwards. */
  back: RefObject<HTMLElement | null>
  isSending: boolean
  onUse: (photo: Blob) => void
  onClose: () => void
}

/** Chooses the square of a picture for the photo: by mouse, finger or keys. */
export function CropDialog({ picture, back, isSending, onUse, onClose }: CropDialogProps) {
  const [square, setSquare] = useState(() => wholeOf(picture))
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  useFocusBack(back)
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, square)
  }, [picture, square])
  const move = (dx: number, dy: number) => setSquare((before) => moved(before, picture, dx, dy))

  function dragged(event: PointerEvent) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const pixels = square.side / shownPixels
    // The picture follows the pointer, so the square moves the opposite way.
    move(-event.movementX * pixels, -event.movementY * pixels)
  }
  const use = () => void fileOf(picture, square).then(onUse)
  function pressed(event: KeyboardEvent) {
    if (event.key === 'Enter' && !isSending) return use()
    const way = ways[event.key]
    if (!way) return
    event.preventDefault()
    move(way[0] * square.side, way[1] * square.side)
  }
  const most = Math.min(picture.width, picture.height)
  const nearest = most / Math.max(photoLeastPixels, most / 8)

  return (
    <Modal
      open
      title="Your photo"
      okText="Use this photo"
      width={shownPixels + 48}
      confirmLoading={isSending}
      {...whileSending(isSending)}
      onOk={use}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && box.current?.focus()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is moved by keys has the focus */}
      <fieldset
        ref={box}
        className="photo-crop"
        aria-label="Crop area: drag it or move it with the arrow keys, then press Enter to use it"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the same
        tabIndex={0}
        onKeyDown={pressed}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={dragged}
      >
        <canvas ref={canvas} width={shownPixels * 2} height={shownPixels * 2} />
      </fieldset>
      <div className="photo-zoom">
        <span aria-hidden>Zoom</span>
        <Slider
          ariaLabelForHandle="Zoom"
          min={1}
          max={nearest}
          step={0.05}
          disabled={nearest <= 1 || isSending}
          value={most / square.side}
          tooltip={{ formatter: null }}
          onChange={(times) => setSquare((before) => zoomed(before, picture, most / times, photoLeastPixels))}
        />
      </div>
    </Modal>
  )
}
