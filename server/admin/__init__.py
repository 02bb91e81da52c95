"""The admin's pages: engines, jobs, messages about alerts, services. They draw on several rooms and change little."""
