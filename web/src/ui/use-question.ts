import { App, type ModalFuncProps } from 'antd'
import { useEffect, useRef } from 'react'

export interface Question
  extends Pick<
    ModalFuncProps,
    'title' | 'content' | 'okText' | 'cancelText' | 'width' | 'focusable' | 'onCancel' | 'afterClose'
  > {
  isDanger?: boolean
  /** Its OK waits until `allow` says otherwise. */
  isOkDisabled?: boolean
  onOk: () => unknown
}

/**
 * Asks before something is done. What is under way cannot be called off any more, and says so: its Cancel rests until it is known
 * how it went. The question goes with the page that asked it: nobody answers it over another one.
 */
export function useQuestion() {
  const { modal } = App.useApp()
  const open = useRef(new Set<{ destroy: () => void }>())
  useEffect(() => {
    const questions = open.current
    return () => {
      for (const question of questions) question.destroy()
    }
  }, [])
  return ({ isDanger = false, isOkDisabled = false, onOk, afterClose, ...words }: Question) => {
    const question = modal.confirm({
      ...words,
      okButtonProps: { danger: isDanger, disabled: isOkDisabled },
      onOk() {
        question.update({ cancelButtonProps: { disabled: true }, keyboard: false })
        return onOk()
      },
      afterClose() {
        open.current.delete(question)
        afterClose?.()
      },
    })
    open.current.add(question)
    return {
      /** Takes it back: something else is done instead. */
      close: () => question.destroy(),
      allow: (isAllowed: boolean) => question.update({ okButtonProps: { danger: isDanger, disabled: !isAllowed } }),
    }
  }
}

/** The same for a dialog with fields of its own. */
export const whileSending = (isSending: boolean) => ({
  cancelButtonProps: { disabled: isSending },
  closable: !isSending,
  keyboard: !isSending,
  mask: { closable: !isSending },
})
