import { type DragEvent, useEffect, useState } from 'react';

/** A file dropped beside the target would replace the page. */
export function useDropTarget(isBusy: boolean, take: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const reject = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', reject);
    window.addEventListener('drop', reject);
    return () => {
      window.removeEventListener('dragover', reject);
      window.removeEventListener('drop', reject);
    };
  }, []);

  return {
    isOver,
    target: {
      onDragOver: () => setIsOver(!isBusy),
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setIsOver(false);
        if (!isBusy) take([...event.dataTransfer.files]);
      },
    },
  };
}
