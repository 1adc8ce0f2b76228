export const PROJECT_TEXTS = {
  heading: 'Projects Management',
  createTitle: 'Create New Project',
  editTitle: 'Edit Project',
  created: 'Project created successfully',
  updated: 'Project updated successfully',
  deleted: 'Project deleted successfully',
  restored: 'Project restored successfully',
  loadFailed: 'Failed to load projects',
  saveFailed: 'Failed to save project',
  deleteFailed: 'Failed to delete project',
  restoreFailed: 'Failed to restore project',
  confirmDelete: 'Are you sure you want to delete this project?',
} as const;
